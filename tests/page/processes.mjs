// Programs that a test starts end with it, whatever happens.

import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const running = new Set();

process.on("exit", () => running.forEach((child) => signal(child, "SIGKILL")));
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => process.exit(130));

/** Starts a program in a process group of its own. */
export function start(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"], ...options, detached: true });
  running.add(child);
  child.once("error", () => running.delete(child));
  return child;
}

/** Ends a program and all that it started. */
export async function stop(child) {
  if (!running.has(child)) return;
  const ended =
    child.exitCode === null && child.signalCode === null ? new Promise((done) => child.once("exit", done)) : undefined;
  signal(child, "SIGTERM");
  await Promise.race([ended, wait(3000, undefined, { ref: false })]);
  signal(child, "SIGKILL");
  running.delete(child);
}

function signal(child, name) {
  try {
    process.kill(-child.pid, name);
  } catch {
    // It has ended already.
  }
}

/** The value of `attempt` as soon as it is truthy, tried every `pause` ms; an error that names `what` after `limit` ms. */
export async function until(what, limit, attempt, pause = 20) {
  const deadline = Date.now() + limit;
  let last;
  for (;;) {
    try {
      const value = await attempt();
      if (value) return value;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`${what}: not within ${limit} ms${last ? ` (${last.message})` : ""}`);
    await wait(pause);
  }
}

/** `promise`, or an error that names `what` after `limit` ms. */
export function within(what, limit, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${limit} ms`)), limit);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** A port that is free now. */
export function freePort() {
  const server = createServer();
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
