// What a programmer who wants a worker writes.

import { load } from "/dist/index.js";
import { train } from "/golden/training-case.mjs";

postMessage(train(await load()).join());
