"""Writes the graph of the embedded judge: a BERT with a classifier, fused by hand, its products as the caller likes.

How products are rounded was chosen by measurement (benchmarks/onnx_quantisation.py prints the table):

- Every token has a scale of its own. Products of integers are exact, so the scores of a pair do not depend on what else
  is in its batch, as they do with one scale for the whole batch (`DynamicQuantizeMatMul`).
- A few channels of these weights are ten times as large as the rest, and would take the scale for themselves. They are
  evened out first: a layer norm gives x / s, the weights behind it become s * W, and the residual takes s back
  (SmoothQuant, arXiv 2211.10438).
- GELU is never below -0.17, so its zero point lies low and nearly all levels are left to what is above zero.
- Weights are a little smaller than eight bits allow, so that two products fit into 16 bits (`exact_columns`):
  processors without VNNI add pairs of products in 16 bits and saturate. So they get the same integers as all others.

The last layer computes the first token alone, since nothing else of it is read. ONNX Runtime must load the graph with
basic optimisations: the extended ones join `Add` and `LayerNormalization` into a kernel that is several times slower.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

__all__ = [
    "WORDS", "Array", "Graph", "Inputs", "Linear", "RowLinear", "Shape", "Weights", "build", "exact_columns", "float_linear",
    "rounded_columns",
]  # fmt: skip

CONTRIB = "com.microsoft"
GELU_ZERO = 32
_GELU_LEAST = 0.17  # GELU's minimum is -0.16997
EMBEDDED = "embeddings.LayerNorm"
WORDS = "words.int8"
"""Constant with the table of words [vocabulary, hidden]."""
OPSET = 19
IR_VERSION = 9

Array = NDArray[Any]
Weights = Mapping[str, Array]


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the encoder, from its ``config.json``."""

    layers: int
    heads: int
    hidden: int
    epsilon: float


class Graph:
    """Nodes and constants of an ONNX graph in the making; a value is known by its name."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}

    def add(self, op: str, *inputs: str, domain: str = "", out: str | None = None, **attributes: Any) -> str:
        """Append a node and return the name of its output."""
        name = f"{op}_{len(self.nodes)}"
        made = out or name
        self.nodes.append(helper.make_node(op, list(inputs), [made], name=name, domain=domain, **attributes))
        return made

    def fused(self, op: str, *inputs: str, **attributes: Any) -> str:
        """Append a node that only ONNX Runtime knows."""
        return self.add(op, *inputs, domain=CONTRIB, **attributes)

    def constant(self, name: str, value: Array | np.generic) -> str:
        """Store a constant, once for each name, and return the name."""
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.array(value, order="C"), name)
        return name


class Linear(Protocol):
    """How ``x @ weight`` is written into a graph.

    Args of a call: the graph, x [rows, inputs], the name of the shape [1] that holds `rows`, the weight's name, the
    weight [inputs, outputs], and whether x comes from GELU. It returns the name of the product.
    """

    def __call__(self, graph: Graph, x: str, rows: str, name: str, weight: Array, *, gelu: bool) -> str:
        """Write one product."""
        ...


def rounded_columns(weight: Array) -> tuple[Array, Array]:
    """Round a weight [inputs, outputs] to -127 .. 127; return it with the scale of each output."""
    return _rounded(weight, np.abs(weight).max(0) / 127)


def exact_columns(weight: Array) -> tuple[Array, Array]:
    """Round like `rounded_columns`, so that a byte times one weight plus a byte times another fits into 16 bits.

    The two largest of four neighbours that have one sign come to 128 at most: 255 * 128 < 2 ** 15.

    Args:
        weight: [inputs, outputs]; inputs are a multiple of four, as processors take them.
    """
    fours = weight.reshape(-1, 4, weight.shape[1])
    pairs = [np.sort(np.maximum(side, 0.0), axis=1)[:, 2:].sum(1).max(0) for side in (fours, -fours)]
    return _rounded(weight, np.maximum(*pairs) / 127.5)  # rounding may add a half to each


def _rounded(weight: Array, scale: Array) -> tuple[Array, Array]:
    scale = np.maximum(scale, 1e-12).astype(np.float32)
    return np.clip(np.rint(weight / scale), -127, 127).astype(np.int8), scale


@dataclass
class RowLinear:
    """Products of unsigned bytes, with one scale for each row of x, and signed bytes, with one for each output.

    Args:
        columns: how weights are rounded.
        gelu_zero: zero point of what comes from GELU.
    """

    columns: Callable[[Array], tuple[Array, Array]] = exact_columns
    gelu_zero: int = GELU_ZERO
    _rounded: dict[str, tuple[str, str, str]] = field(default_factory=dict)

    def __call__(self, graph: Graph, x: str, rows: str, name: str, weight: Array, *, gelu: bool) -> str:
        """Write one product (see `Linear`)."""
        if x not in self._rounded:
            self._rounded[x] = self._round(graph, x, rows, gelu=gelu)
        rounded, scale, zero = self._rounded[x]
        values, scales = self.columns(weight)
        product = graph.fused(
            "MatMulIntegerToFloat",
            rounded,
            graph.constant(f"{name}.int8", values),
            graph.constant("one", np.float32(1.0)),
            graph.constant(f"{name}.scale", scales),
            zero,
        )
        return graph.add("Mul", product, scale)

    def _round(self, graph: Graph, x: str, rows: str, *, gelu: bool) -> tuple[str, str, str]:
        """Round each row of x to bytes; return their name, the scales [rows, 1] and the zero point."""
        zero = self.gelu_zero if gelu else 128
        axis = graph.constant("last", np.array([-1]))
        largest = graph.add("ReduceMax", x if gelu else graph.add("Abs", x), axis, keepdims=0)
        step = graph.constant(f"step_{zero}", np.float32(1.0 / (255 - zero)))
        scale = graph.add("Mul", largest, step)
        if gelu:  # a row without a large value: its negative ones need room too
            scale = graph.add("Max", scale, graph.constant("gelu_step", np.float32(_GELU_LEAST / zero)))
        rounded = graph.add("QuantizeLinear", x, scale, self._zeros(graph, rows, zero), axis=0)
        column = graph.add("Unsqueeze", scale, axis)
        return rounded, column, graph.constant(f"zero_{zero}", np.uint8(zero))

    def _zeros(self, graph: Graph, rows: str, zero: int) -> str:
        """Return the zero point, once for each row."""
        name = f"zeros_{zero}_{rows}"
        if name not in self._rounded:
            value = helper.make_tensor("value", TensorProto.UINT8, [1], [zero])
            self._rounded[name] = (graph.add("ConstantOfShape", rows, out=name, value=value), "", "")
        return name


def float_linear(graph: Graph, x: str, rows: str, name: str, weight: Array, *, gelu: bool) -> str:  # noqa: ARG001
    """Write a product of floats (see `Linear`)."""
    return graph.add("MatMul", x, graph.constant(f"{name}.float", weight))


@dataclass
class Inputs:
    """Writes products of floats, and keeps the names of their inputs.

    Attributes:
        names: name of a product -> name of its input in the graph.
    """

    names: dict[str, str] = field(default_factory=dict)

    def __call__(self, graph: Graph, x: str, rows: str, name: str, weight: Array, *, gelu: bool) -> str:
        """Write one product (see `Linear`)."""
        self.names[name] = x
        return float_linear(graph, x, rows, name, weight, gelu=gelu)


@dataclass(frozen=True, slots=True)
class Rows:
    """Values on their way through the encoder.

    Attributes:
        x: their name; [rows, hidden].
        count: name of the shape [1] that holds the number of rows.
        wide: name of the shape that makes them [pairs, tokens, hidden].
        norm: the layer norm that they come from.
    """

    x: str
    count: str
    wide: str
    norm: str


class Encoder:
    """Writes the layers of a BERT with a classifier into a graph.

    Args:
        weights: by their names in the checkpoint, without ``bert.``.
        shape: sizes.
        linear: how products are written.
        smooth: name of a layer norm -> what its output is divided by [hidden].
    """

    def __init__(self, weights: Weights, shape: Shape, linear: Linear, smooth: Weights) -> None:
        self.graph = Graph()
        self.weights = weights
        self.shape = shape
        self.linear = linear
        self.smooth = smooth

    def write(self) -> None:
        """Write everything from token ids to logits."""
        rows = self._embedded()
        for n in range(self.shape.layers - 1):
            rows = self._layer(n, rows, rows)
        self._classified(self._layer(self.shape.layers - 1, self._first(rows), rows))

    def _embedded(self) -> Rows:
        """Sum words, places and types; the table of words is int8 with one scale for each word."""
        graph, hidden = self.graph, self.shape.hidden
        values, scales = rounded_columns(self.weights["embeddings.word_embeddings.weight"].T)
        rounded = graph.add("Gather", graph.constant(WORDS, values.T), "input_ids")
        scale = graph.add("Gather", graph.constant("words.scale", scales[:, None]), "input_ids")
        words = graph.add("Mul", graph.add("Cast", rounded, to=TensorProto.FLOAT), scale, out="word_vectors")
        length = graph.add("Shape", "input_ids", start=1, end=2)
        places = self._constant("embeddings.position_embeddings.weight")
        placed = graph.add("Slice", places, graph.constant("start", np.array([0])), length)
        types = self._constant("embeddings.token_type_embeddings.weight")
        summed = graph.add(
            "Add", graph.add("Add", words, placed), graph.add("Gather", types, "token_type_ids")
        )
        flat = graph.add("Reshape", summed, graph.constant("flat", np.array([-1, hidden])))
        width = graph.constant("width", np.array([hidden]))
        wide = graph.add("Concat", graph.add("Shape", "input_ids"), width, axis=0)
        return Rows(self._norm(flat, EMBEDDED), graph.add("Shape", flat, start=0, end=1), wide, EMBEDDED)

    def _first(self, rows: Rows) -> Rows:
        """Pick the first token of each pair."""
        graph = self.graph
        start = graph.constant("first", np.int64(0))
        x = graph.add("Gather", graph.add("Reshape", rows.x, rows.wide), start, axis=1)
        wide = graph.constant("one_token", np.array([-1, 1, self.shape.hidden]))
        return Rows(x, graph.add("Shape", "input_ids", start=0, end=1), wide, rows.norm)

    def _layer(self, n: int, rows: Rows, seen: Rows) -> Rows:
        """Write one layer for some rows that look at all that are seen."""
        name = f"encoder.layer.{n}"
        attended = self._attention(f"{name}.attention.self", rows, seen)
        attended = self._linear(f"{name}.attention.output.dense", attended)
        mixed = self._residual(f"{name}.attention.output", attended, rows)
        inner = self._linear(f"{name}.intermediate.dense", mixed).x
        inner = self.graph.fused("BiasGelu", inner, self._constant(f"{name}.intermediate.dense.bias"))
        made = self._linear(f"{name}.output.dense", replace(mixed, x=inner, norm=""), gelu=True)
        return self._residual(f"{name}.output", made, mixed)

    def _attention(self, name: str, rows: Rows, seen: Rows) -> Rows:
        """Write the attention; pairs of a batch are of one length, so nothing is masked."""
        graph, kinds = self.graph, ("query", "key", "value")
        inputs = [
            graph.add("Reshape", self._linear(f"{name}.{kind}", source).x, source.wide)
            for kind, source in zip(kinds, (rows, seen, seen), strict=True)
        ]
        bias = np.concatenate([self.weights[f"{name}.{kind}.bias"] for kind in kinds])
        inputs.append(graph.constant(f"{name}.bias", bias))
        attended = graph.fused("MultiHeadAttention", *inputs, num_heads=self.shape.heads)
        return replace(rows, x=graph.add("Reshape", attended, "flat"), norm="")

    def _residual(self, name: str, rows: Rows, skip: Rows) -> Rows:
        """Add bias and residual, then norm."""
        graph, x = self.graph, skip.x
        if skip.norm in self.smooth:
            x = graph.add("Mul", x, graph.constant(f"{skip.norm}.smooth", self.smooth[skip.norm]))
        biased = graph.add("Add", rows.x, self._constant(f"{name}.dense.bias"))
        norm = f"{name}.LayerNorm"
        return replace(rows, x=self._norm(graph.add("Add", biased, x), norm), norm=norm)

    def _norm(self, x: str, name: str) -> str:
        """Write a layer norm whose output is divided by its smoothing."""
        by = self.smooth.get(name, np.float32(1.0))
        scale = self.graph.constant(f"{name}.weight", self.weights[f"{name}.weight"] / by)
        bias = self.graph.constant(f"{name}.bias", self.weights[f"{name}.bias"] / by)
        return self.graph.add("LayerNormalization", x, scale, bias, axis=-1, epsilon=self.shape.epsilon)

    def _linear(self, name: str, rows: Rows, *, gelu: bool = False) -> Rows:
        """Write a product with a weight, which takes back what the norm before it was divided by."""
        weight = self.weights[f"{name}.weight"].T
        if rows.norm in self.smooth:
            weight = weight * self.smooth[rows.norm][:, None]
        made = self.linear(self.graph, rows.x, rows.count, name, weight, gelu=gelu)
        return replace(rows, x=made, norm="")

    def _classified(self, rows: Rows) -> None:
        """Write pooler and classifier; the latter as a sum for each row, which no other row can change."""
        graph = self.graph
        biased = graph.add("Add", self._linear("pooler.dense", rows).x, self._constant("pooler.dense.bias"))
        pooled = graph.add("Unsqueeze", graph.add("Tanh", biased), graph.constant("middle", np.array([1])))
        products = graph.add("Mul", pooled, self._constant("classifier.weight"))
        summed = graph.add("ReduceSum", products, graph.constant("last", np.array([-1])), keepdims=0)
        graph.add("Add", summed, self._constant("classifier.bias"), out="logits")

    def _constant(self, name: str) -> str:
        return self.graph.constant(name, self.weights[name])


def build(
    weights: Weights, shape: Shape, linear: Linear, smooth: Weights | None = None, outputs: Sequence[str] = ()
) -> Any:
    """Build the ONNX model: ``input_ids`` and ``token_type_ids`` [pairs, tokens] -> ``logits`` [pairs, 3].

    Args:
        weights: by their names in the checkpoint, without ``bert.``.
        shape: sizes.
        linear: how products are written.
        smooth: name of a layer norm -> what its output is divided by [hidden].
        outputs: further values that the model returns, by their names in the graph.
    """
    encoder = Encoder(weights, shape, linear, smooth or {})
    encoder.write()
    axes, typed = ["pairs", "tokens"], helper.make_tensor_value_info
    given = [typed(name, TensorProto.INT64, axes) for name in ("input_ids", "token_type_ids")]
    made = [typed("logits", TensorProto.FLOAT, ["pairs", len(weights["classifier.bias"])])]
    made += [typed(name, TensorProto.FLOAT, None) for name in outputs]
    constants = list(encoder.graph.constants.values())
    graph = helper.make_graph(encoder.graph.nodes, "judge", given, made, constants)
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(CONTRIB, 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION, producer_name="upheld")
