/** Loaded into a child before its module: when the pipe from the parent ends, however the parent ended, the child ends as if told to. */
import { isMainThread } from 'node:worker_threads';

const graceMs = 3_000;

// Worker threads inherit `--import` by default, and their standard input is at its end from the start: only the process's own pipe counts.
if (isMainThread) {
  process.stdin.on('end', () => {
    setTimeout(() => process.exit(0), graceMs).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.stdin.resume();
  process.stdin.on('error', () => {});
}
