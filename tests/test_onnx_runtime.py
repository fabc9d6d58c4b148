"""The runtime of the embedded judge's model, on a tiny random model that the exporter writes."""

import importlib
import json
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upheld import ConfigurationError
from upheld.judges._onnx import MAX_TOKENS, PairScorer

pytest.importorskip("onnx", reason="writing a model needs the package onnx")

HIDDEN, LAYERS, HEADS, INNER = 64, 3, 4, 128
WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] [ ] the cat sat on a mat dog ran ##s sep cls . , 1 2 3 x y z".split()


@pytest.fixture(scope="module")
def exporter():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parents[1]))
        yield importlib.import_module("training.export")


def _weights():
    """Return random weights in which a few channels are ten times as large as the rest, as in trained ones."""
    draw = np.random.default_rng(7)
    sizes = {
        "embeddings.word_embeddings.weight": (len(WORDS), HIDDEN),
        "embeddings.position_embeddings.weight": (MAX_TOKENS, HIDDEN),
        "embeddings.token_type_embeddings.weight": (2, HIDDEN),
        "pooler.dense.weight": (HIDDEN, HIDDEN),
        "classifier.weight": (3, HIDDEN),
    }
    norms = ["embeddings.LayerNorm"]
    for n in range(LAYERS):
        layer = f"encoder.layer.{n}"
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
        sizes |= {
            f"{layer}.attention.self.{part}.weight": (HIDDEN, HIDDEN) for part in ("query", "key", "value")
        }
        sizes[f"{layer}.attention.output.dense.weight"] = (HIDDEN, HIDDEN)
        sizes[f"{layer}.intermediate.dense.weight"] = (INNER, HIDDEN)
        sizes[f"{layer}.output.dense.weight"] = (HIDDEN, INNER)
    weights = {name: draw.normal(0, 1 / np.sqrt(size[1]), size) for name, size in sizes.items()}
    for name in sizes:
        if "embeddings" not in name:
            weights[name.replace("weight", "bias")] = draw.normal(0, 0.1, sizes[name][0])
    for name in norms:
        weights[f"{name}.weight"] = np.where(np.arange(HIDDEN) % 31 == 3, 10.0, 1.0)
        weights[f"{name}.bias"] = draw.normal(0, 0.1, HIDDEN)
    return {name: value.astype(np.float32) for name, value in weights.items()}


def _write_checkpoint(folder, weights):
    header, values, at = {}, [], 0
    for name, value in weights.items():
        end = at + value.nbytes
        key = name if name.startswith("classifier") else f"bert.{name}"
        header[key] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [at, end]}
        values.append(value.tobytes())
        at = end
    head = json.dumps(header).encode()
    (folder / "model.safetensors").write_bytes(len(head).to_bytes(8, "little") + head + b"".join(values))
    config = {
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "hidden_size": HIDDEN,
        "layer_norm_eps": 1e-12,
        "hidden_act": "gelu",
    }
    (folder / "config.json").write_text(json.dumps(config))


def _write_tokenizer(path):
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    vocabulary = {word: at for at, word in enumerate(WORDS)}
    made = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))  # noqa: S106 - no password
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"])
    made.enable_truncation(16)
    made.enable_padding(length=16)
    made.save(str(path))


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    folder = tmp_path_factory.mktemp("checkpoint")
    _write_checkpoint(folder, _weights())
    _write_tokenizer(folder / "tokenizer.json")
    return folder


@pytest.fixture(scope="module")
def folder(exporter, checkpoint, tmp_path_factory):
    out = tmp_path_factory.mktemp("model")
    exporter.export(checkpoint, checkpoint / "tokenizer.json", out)
    return out


@pytest.fixture(scope="module")
def scorer(folder):
    return PairScorer(folder, threads=1)


def _pairs(count, seed=0):
    draw = random.Random(seed)  # noqa: S311 - no secrets
    texts = ("the cat sat on a mat .", "dogs ran , 1 2 3", "x y z", "")
    return [
        (
            " ".join(draw.choices(texts, k=draw.randint(1, 9))),
            " ".join(draw.choices(texts, k=draw.randint(1, 3))),
        )
        for _ in range(count)
    ]


def _reference(weights, ids, types):
    """Return the logits of a BERT in float64, written from its definition."""

    def norm(x, name):
        x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        return x * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def linear(x, name):
        return x @ weights[f"{name}.weight"].T.astype(float) + weights[f"{name}.bias"]

    def gelu(x):
        from math import erf

        return x * 0.5 * (1 + np.vectorize(erf)(x / np.sqrt(2)))

    table = "embeddings.{}_embeddings.weight".format
    x = (
        weights[table("word")][ids]
        + weights[table("position")][: len(ids)]
        + weights[table("token_type")][types]
    )
    x = norm(x.astype(float), "embeddings.LayerNorm")
    for n in range(LAYERS):
        name = f"encoder.layer.{n}"
        q, k, v = (
            linear(x, f"{name}.attention.self.{part}").reshape(len(ids), HEADS, -1).transpose(1, 0, 2)
            for part in ("query", "key", "value")
        )
        likeness = np.exp(q @ k.transpose(0, 2, 1) / np.sqrt(HIDDEN / HEADS))
        mixed = (likeness / likeness.sum(-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(len(ids), HIDDEN)
        x = norm(x + linear(mixed, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm")
        inner = gelu(linear(x, f"{name}.intermediate.dense"))
        x = norm(x + linear(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")
    return linear(np.tanh(linear(x[0], "pooler.dense")), "classifier")


def _inputs(scorer, pair):
    """Return token ids and types of a pair, put together by hand."""
    first, second = (scorer._tokens(text) for text in pair)
    ids = [WORDS.index("[CLS]"), *first, WORDS.index("[SEP]"), *second, WORDS.index("[SEP]")]
    return np.array(ids), np.array([0] * (len(first) + 2) + [1] * (len(second) + 1))


def test_the_graph_in_floats_is_the_model_by_its_definition(exporter, scorer, checkpoint):
    """Without rounding of products, the exported graph gives the logits of a BERT, smoothed or not."""
    graph = importlib.import_module("training.graph")
    weights, shape = exporter.read_checkpoint(checkpoint)
    table = "embeddings.word_embeddings.weight"
    values, scales = graph.rounded_columns(weights[table].T)
    rounded = _weights() | {table: (values * scales).T}
    smoothed = exporter.smoothing(weights, shape, exporter.random_texts(len(WORDS), 2, 3))
    for smooth in ({}, smoothed):
        running = exporter.session(graph.build(weights, shape, graph.float_linear, smooth))
        for pair in _pairs(10):
            ids, types = _inputs(scorer, pair)
            feed = {"input_ids": ids[None], "token_type_ids": types[None]}
            assert running.run(["logits"], feed)[0][0] == pytest.approx(
                _reference(rounded, ids, types), abs=1e-4
            )


def test_rounding_moves_probabilities_little(scorer):
    """Against the definition in float64, int8 costs about a hundredth on this random model."""
    pairs = _pairs(40)
    odds = np.exp([_reference(_weights(), *_inputs(scorer, pair)) for pair in pairs])
    off = np.abs(scorer.score(pairs).probabilities - odds / odds.sum(axis=1, keepdims=True)).max(axis=1)
    assert off.mean() < 0.02
    assert off.max() < 0.1


def test_the_model_tells_pairs_apart(scorer):
    """The tests of sameness below would pass on a model that always says the same."""
    assert scorer.score(_pairs(40)).probabilities.std(axis=0).min() > 0.005


def test_a_pair_scores_the_same_in_every_batch(scorer):
    """Alone, among others, doubled, in another order: the bits are the same."""
    pairs = _pairs(120)
    together = scorer.score(pairs).probabilities
    alone = np.concatenate([scorer.score([pair]).probabilities for pair in pairs])
    backwards = scorer.score(pairs[::-1]).probabilities[::-1]
    fivefold = scorer.score([pair for pair in pairs for _ in range(5)]).probabilities
    assert np.array_equal(together, alone)
    assert np.array_equal(together, backwards)
    assert np.array_equal(together.repeat(5, axis=0), fivefold)


def test_threads_do_not_change_scores(folder, scorer):
    """Several batches at a time, and several callers at a time, give the scores of one."""
    pairs = _pairs(200)
    expected = scorer.score(pairs).probabilities
    shared = PairScorer(folder, threads=3)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: shared.score(pairs).probabilities, range(8)):
            assert np.array_equal(found, expected)


def test_more_pairs_than_are_sorted_together_keep_their_order(scorer):
    """The 1500th pair of a call has the scores that it has alone."""
    pairs = _pairs(1500)
    found = scorer.score(pairs).probabilities
    assert found.shape == (1500, 3)
    assert np.array_equal(
        found[[3, 1023, 1024, 1499]], scorer.score([pairs[n] for n in (3, 1023, 1024, 1499)]).probabilities
    )


def test_probabilities_sum_to_one(scorer):
    """Each row is a distribution over the three classes."""
    found = scorer.score(_pairs(30)).probabilities
    assert found.dtype == np.float64
    assert found.min() >= 0.0
    assert found.sum(axis=1) == pytest.approx(np.ones(30), abs=1e-12)


def test_no_pairs_give_no_scores(scorer):
    """An empty call returns empty arrays of the right shape."""
    found = scorer.score([])
    assert found.probabilities.shape == (0, 3)
    assert found.cut.shape == (0,)


def test_a_mark_in_a_text_is_plain_text(scorer):
    """A context cannot end itself with "[SEP]" and go on as the claim."""
    tokens = scorer._tokens("the [SEP] cat [CLS]")
    assert [WORDS[n] for n in tokens] == ["the", "[", "sep", "]", "cat", "[", "cls", "]"]


def test_a_long_premise_is_cut_and_says_so(scorer):
    """The premise loses its end; nothing behind the cap has an effect; the claim stays whole."""
    claim = "dog ran . " * 20
    fits, too_long = ("cat " * 449, claim), ("cat " * 449 + "mat " * 500, claim)
    found = scorer.score([fits, too_long])
    assert list(found.cut) == [False, True]
    assert np.array_equal(found.probabilities[0], found.probabilities[1])
    found = scorer.score([(fits[0], claim + "mat"), ("cat " * 448, claim + "mat")])
    assert list(found.cut) == [True, False]
    assert np.array_equal(found.probabilities[0], found.probabilities[1])


def test_a_claim_is_cut_only_beyond_half_of_the_cap(scorer):
    """Half of the cap is the claim's at least; all that a short premise leaves is the claim's too."""
    room = MAX_TOKENS - 3
    whole = scorer.score([("cat", "dog " * (room - 1)), ("cat " * 253, "dog " * 256), ("", "dog " * room)])
    cut = scorer.score([("cat", "dog " * room), ("cat " * 253, "dog " * 257), ("", "dog " * (room + 1))])
    assert list(whole.cut) == [False, False, False]
    assert list(cut.cut) == [True, True, True]
    assert np.array_equal(whole.probabilities, cut.probabilities)


def test_a_huge_text_is_cut_before_it_is_read(scorer):
    """What stands behind the first 20,000 characters is not read, and `cut` says so."""
    found = scorer.score([("cat" + " " * 30_000 + "mat", "dog"), ("cat", "dog")])
    assert list(found.cut) == [True, False]
    assert np.array_equal(found.probabilities[0], found.probabilities[1])


@settings(deadline=None, max_examples=60)
@given(st.text(st.characters(), max_size=200), st.text(st.characters(), max_size=60))
def test_any_string_is_scored(scorer, premise, claim):
    """Control characters, half character pairs, empty strings: no error, three finite probabilities."""
    found = scorer.score([(premise, claim)]).probabilities
    assert np.isfinite(found).all()
    assert found.sum() == pytest.approx(1.0)


def test_half_a_character_pair_is_scored(scorer):
    """Python strings may hold what UTF-8 cannot."""
    assert np.isfinite(scorer.score([("cat \ud800", "\udfff")]).probabilities).all()


def test_a_scorer_is_sent_as_its_folder(scorer):
    """Another process loads the model itself: a pickle is small and scores alike."""
    data = pickle.dumps(scorer)
    assert len(data) < 1000
    pairs = _pairs(5)
    again = pickle.loads(data)  # noqa: S301 - made two lines above
    assert again.threads == scorer.threads
    assert np.array_equal(again.score(pairs).probabilities, scorer.score(pairs).probabilities)


@pytest.mark.parametrize("name", ["judge.onnx", "words.npy", "tokenizer.json"])
@pytest.mark.parametrize("content", [None, b"", b"no model", b'{"a": 1}'])
def test_a_missing_or_broken_file_is_named(folder, tmp_path, name, content):
    """The error names the file and what to do."""
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / name).unlink()
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ConfigurationError, match=rf"{name}.*install upheld again"):
        PairScorer(tmp_path)


def test_a_table_of_another_kind_is_refused(folder, tmp_path):
    """The table of words holds a row of bytes for each."""
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    np.save(tmp_path / "words.npy", np.zeros((4, 4)))
    with pytest.raises(ConfigurationError, match="no table of words"):
        PairScorer(tmp_path)


def test_words_are_those_of_the_model(scorer, checkpoint):
    """A word's vector is its row of the checkpoint, but for its scale and the rounding."""
    table = importlib.import_module("training.checkpoints").read_weights(checkpoint)
    rows = table["bert.embeddings.word_embeddings.weight"]
    (ids,) = scorer.tokens(["the cat sat"])
    found = scorer.word_vectors(ids)
    cosines = (found * rows[ids]).sum(1) / np.linalg.norm(found, axis=1) / np.linalg.norm(rows[ids], axis=1)
    assert cosines.min() > 0.99


def test_half_a_model_is_refused(folder, tmp_path):
    """A download that broke off is a broken file, not a crash."""
    for path in folder.iterdir():
        data = path.read_bytes()
        (tmp_path / path.name).write_bytes(data[: len(data) // 2] if path.suffix == ".onnx" else data)
    with pytest.raises(ConfigurationError, match=r"judge\.onnx"):
        PairScorer(tmp_path)


def test_another_model_is_refused(folder, tmp_path):
    """A model with other inputs is not the judge's."""
    from onnx import TensorProto, helper

    value = helper.make_tensor_value_info
    node = helper.make_node("Identity", ["x"], ["y"])
    graph = helper.make_graph(
        [node], "other", [value("x", TensorProto.FLOAT, [1])], [value("y", TensorProto.FLOAT, [1])]
    )
    other = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)], ir_version=9)
    (tmp_path / "judge.onnx").write_bytes(other.SerializeToString())
    for name in ("tokenizer.json", "words.npy"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    with pytest.raises(ConfigurationError, match="input_ids"):
        PairScorer(tmp_path)


def test_threads_must_be_positive(folder):
    """The error says the value."""
    with pytest.raises(ConfigurationError, match="0"):
        PairScorer(folder, threads=0)


def test_a_checkpoint_of_another_kind_is_refused(exporter, checkpoint, tmp_path):
    """Two classes are not what the judge reads."""
    weights = _weights()
    weights["classifier.weight"] = weights["classifier.weight"][:2]
    _write_checkpoint(tmp_path, weights)
    with pytest.raises(ValueError, match="three classes"):
        exporter.export(tmp_path, checkpoint / "tokenizer.json", tmp_path / "out")


@pytest.mark.usefixtures("exporter")
def test_two_products_of_neighbours_fit_into_16_bits():
    """A processor that adds them in 16 bits loses nothing, with the largest bytes and the worst weights."""
    columns = importlib.import_module("training.graph").exact_columns
    draw = np.random.default_rng(3)
    for weight in (draw.normal(size=(64, 50)), np.full((8, 3), 0.7), -np.ones((4, 1)), np.zeros((4, 2))):
        rounded, scale = columns(weight.astype(np.float32))
        fours = rounded.astype(int).reshape(-1, 4, weight.shape[1])
        for first in range(4):
            for second in set(range(4)) - {first}:
                pair = fours[:, [first, second]]
                assert 255 * np.maximum(pair, 0).sum(1).max() < 2**15
                assert 255 * np.minimum(pair, 0).sum(1).min() >= -(2**15)
        assert np.abs(rounded * scale - weight).max() <= 0.51 * scale.max()


def test_a_checkpoint_comes_back_from_its_export(exporter, folder, checkpoint, scorer, tmp_path):
    """Training can go on from exported weights: they come back but for the rounding, and score as before."""
    importlib.import_module("training.restore").restore(folder / "judge.onnx", checkpoint, tmp_path)
    read = importlib.import_module("training.checkpoints").read_weights
    before, after = read(checkpoint), read(tmp_path)
    assert set(before) == set(after)
    joined = {
        name
        for name in before
        if name.startswith((f"bert.encoder.layer.{LAYERS - 1}.output.LayerNorm", "bert.pooler.dense.weight"))
    }
    for name in set(before) - joined:
        assert np.square(before[name] - after[name]).mean() <= 1e-3 * np.square(before[name]).mean(), name
    exporter.export(tmp_path, checkpoint / "tokenizer.json", tmp_path)
    pairs = _pairs(40)
    again = PairScorer(tmp_path, threads=1).score(pairs).probabilities
    assert np.abs(again - scorer.score(pairs).probabilities).max() < 0.05


def test_exporting_twice_gives_the_same_bytes(exporter, folder, checkpoint, tmp_path):
    """The hash of the model names the weights, not the run that wrote it."""
    again = exporter.export(checkpoint, checkpoint / "tokenizer.json", tmp_path)
    assert again.read_bytes() == (folder / "judge.onnx").read_bytes()
