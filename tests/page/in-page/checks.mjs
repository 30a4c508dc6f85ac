// Checks made inside a page: their results are left in globalThis.result as [{ name, error }].

/** Runs checks, { name: function }, one after the other. */
export async function runChecks(checks) {
  const results = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check();
      results.push({ name });
    } catch (error) {
      results.push({ name, error: String(error) });
    }
  }
  globalThis.result = results;
}

export function equal(actual, expected, what = "value") {
  if (!Object.is(actual, expected)) throw new Error(`${what} is ${String(actual)}, not ${String(expected)}`);
}

export function holds(condition, what) {
  if (!condition) throw new Error(what);
}

/** Every number of a tensor within `bound` of the nested arrays; NaN equals only NaN, an infinity only itself. */
export function near(tensor, expected, bound, what) {
  const numbers = expected.flat(Infinity);
  equal(tensor.data.length, numbers.length, `${what}: length`);
  numbers.forEach((x, i) => {
    const y = tensor.data[i];
    if (!(Object.is(x, y) || x === y || Math.abs(x - y) <= bound)) throw new Error(`${what}[${i}] is ${y}, not ${x}`);
  });
}

/** What `task` throws; its code and every one of `words` in its sentence are checked. */
export async function refused(task, code, ...words) {
  let thrown;
  try {
    await task();
  } catch (error) {
    thrown = error;
  }
  holds(thrown, "nothing was thrown");
  equal(thrown.name, "AttentionError", `the error (${thrown})`);
  equal(thrown.code, code, `the code of "${thrown.message}"`);
  for (const word of words) holds(thrown.message.includes(word), `"${thrown.message}" does not name ${word}`);
}
