/** Loaded into a child before its module: when the pipe from the parent ends, however the parent ended, the child ends as if told to. */
const graceMs = 3_000;

process.stdin.on('end', () => {
  setTimeout(() => process.exit(0), graceMs).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.stdin.resume();
process.stdin.on('error', () => {});
