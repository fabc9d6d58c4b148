"""Rebuilds the weights of the embedded judge: data, training, export, calibration, model card. Not in the wheel."""
