// Attention by this library and by its peers, each through its public interface, copies in and out included.

import { load } from "/dist/index.js";
import { ort, tf, setWasmPaths, setThreadsCount } from "/peers/peers.js";
import { attentionModel } from "/bench/onnx.mjs";

/**
 * The library, and name to a function of (n, d, [q, k, v], keep) for each contender. That function prepares what a
 * user would prepare once and returns `run`, which gives the output's numbers (with `keep`, having copied scores and
 * weights too), and `dispose`.
 */
export async function contenders() {
  const attn = await load();
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = new URL("/peers/ort/", location.href).href;
  setWasmPaths(new URL("/peers/tfjs/", location.href).href);
  setThreadsCount(1);
  await tf.setBackend("wasm");
  return {
    attn,
    makers: {
      "attention-figures": ours(attn),
      "attention-figures, into": ours(attn, true),
      "onnxruntime-web": onnxRuntime,
      "tfjs-backend-wasm": tensorFlow,
    },
  };
}

const ours = (attn, again) => async (n, d, inputs, keep) => {
  const shape = [n, d];
  let out;
  return {
    run() {
      const [q, k, v] = inputs.map((data) => ({ data, shape }));
      const result = attn.attention({ q, k, v, keep, out });
      if (again) out = result;
      return result.output.data;
    },
    dispose() {},
  };
};

async function onnxRuntime(n, d, inputs, keep) {
  const session = await ort.InferenceSession.create(
    attentionModel(n, d, keep ? ["scores", "weights", "output"] : ["output"]),
    {
      executionProviders: ["wasm"],
    },
  );
  return {
    async run() {
      const [q, k, v] = inputs.map((data) => new ort.Tensor("float32", data, [n, d]));
      return (await session.run({ q, k, v })).output.data;
    },
    dispose: () => session.release(),
  };
}

async function tensorFlow(n, d, inputs, keep) {
  return {
    run() {
      return tf.tidy(() => {
        const [q, k, v] = inputs.map((data) => tf.tensor2d(data, [n, d]));
        // Its transposed product is slow for many tokens, transposing first is slow for few: the faster of both.
        const products = n < 64 ? tf.matMul(q, k, false, true) : tf.matMul(q, tf.transpose(k));
        const scores = tf.mul(products, 1 / Math.sqrt(d));
        const weights = tf.softmax(scores);
        const output = tf.matMul(weights, v);
        if (keep) [scores, weights].forEach((tensor) => tensor.dataSync());
        return output.dataSync();
      });
    },
    dispose() {},
  };
}
