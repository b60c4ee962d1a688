/**
 * Loaded before a process of an installation (`--import`): it dies, as by `kill -9`, at each named place that the file KEYLINE_TEST_DEATHS lists,
 * and takes the place off the list as it dies. The list is written by the test while the process runs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { onFailpoint } from '#server/jobs/failpoints.ts';

const list = process.env.KEYLINE_TEST_DEATHS ?? '';

onFailpoint((name) => {
  if (!existsSync(list)) return;
  const [next, ...rest] = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  if (next !== name) return;
  writeFileSync(list, rest.join('\n'));
  process.kill(process.pid, 'SIGKILL');
});
