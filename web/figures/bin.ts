#!/usr/bin/env node
// The program attention-figures, for Node.
import { command } from "./cli.js";

const { code, out = "", error } = await command(process.argv.slice(2));
process.stdout.write(out);
if (error !== undefined) process.stderr.write(`attention-figures: ${error}\n`);
process.exitCode = code;
