// Attention as an ONNX model: a graph of MatMul, Mul, Softmax, MatMul, encoded here as protobuf (onnx.proto3).

const FLOAT = 1;
const [INT, INTS] = [2, 7];

/** softmax(q kᵀ / sqrt(d)) v for n tokens, as the bytes of a model with the given outputs. */
export function attentionModel(n, d, outputs) {
  const graph = message([
    [1, node("Transpose", ["k"], "k_t", ["perm", INTS, [1, 0]])],
    [1, node("MatMul", ["q", "k_t"], "products")],
    [1, node("Mul", ["products", "scale"], "scores")],
    [1, node("Softmax", ["scores"], "weights", ["axis", INT, 1])],
    [1, node("MatMul", ["weights", "v"], "output")],
    [2, "attention"],
    [
      5,
      message([
        [2, FLOAT],
        [8, "scale"],
        [9, new Uint8Array(new Float32Array([1 / Math.sqrt(d)]).buffer)],
      ]),
    ],
    ...["q", "k", "v"].map((name) => [11, value(name, [n, d])]),
    ...outputs.map((name) => [12, value(name, name === "output" ? [n, d] : [n, n])]),
  ]);
  return message([
    [1, 8],
    [7, graph],
    [
      8,
      message([
        [1, ""],
        [2, 17],
      ]),
    ],
  ]);
}

function node(operator, inputs, output, attribute) {
  const fields = [...inputs.map((input) => [1, input]), [2, output], [4, operator]];
  if (attribute) {
    const [name, type, given] = attribute;
    const values = type === INT ? [[3, given]] : given.map((integer) => [8, integer]);
    fields.push([5, message([[1, name], ...values, [20, type]])]);
  }
  return message(fields);
}

function value(name, shape) {
  const dimensions = message(shape.map((extent) => [1, message([[1, extent]])]));
  return message([
    [1, name],
    [
      2,
      message([
        [
          1,
          message([
            [1, FLOAT],
            [2, dimensions],
          ]),
        ],
      ]),
    ],
  ]);
}

/** A message of [field number, content]: a number is a varint, text and bytes are delimited by their length. */
function message(fields) {
  const bytes = [];
  for (const [field, content] of fields) {
    if (typeof content === "number") {
      bytes.push(...varint(field << 3), ...varint(content));
    } else {
      const payload = typeof content === "string" ? new TextEncoder().encode(content) : content;
      bytes.push(...varint((field << 3) | 2), ...varint(payload.length), ...payload);
    }
  }
  return Uint8Array.from(bytes);
}

function varint(number) {
  const bytes = [];
  for (; number > 127; number >>>= 7) bytes.push((number & 127) | 128);
  return [...bytes, number];
}
