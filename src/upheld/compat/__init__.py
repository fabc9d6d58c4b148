"""The shapes of other packages, so that code written for them runs on Upheld with the import line changed.

The rule: put ``upheld.compat.`` in front of the package's name. ``from deepeval.metrics import FaithfulnessMetric`` becomes
``from upheld.compat.deepeval.metrics import FaithfulnessMetric``, and so for `upheld.compat.ragas`.

Neither package is imported, nor needed: their objects are taken by their attributes where they come in. Only these two rooms
follow the conventions of their peers; each says in its docstring which. The core keeps its own.
"""
