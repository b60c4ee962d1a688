/** `npm run check`: lint, layers, types and the pages that are written from the code, in seconds. `npm run watch` does it again whenever a file is saved. */
import { watch } from 'node:fs/promises';
import { sep } from 'node:path';
import { root, runChecks } from './lib/stages.ts';
import { formatDim, printLine } from './lib/steps.ts';

/** Folders whose files are no source. */
const outside = new Set(['node_modules', 'dist', 'data', 'test-results', '.git']);
const pauseMs = 150;

async function check(): Promise<void> {
  const failed = (await runChecks()).some((count) => count.failed > 0);
  process.exitCode = failed ? 1 : 0;
}

async function watchChecks(): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isStale = false;
  const again = async (): Promise<void> => {
    isStale = isRunning;
    if (isRunning) return;
    isRunning = true;
    printLine(formatDim(`\n${new Date().toLocaleTimeString('en-US')}`));
    await check();
    isRunning = false;
    if (isStale) await again();
  };
  await again();
  for await (const { filename } of watch(root, { recursive: true })) {
    if (filename === null || outside.has(filename.split(sep)[0] ?? '')) continue;
    clearTimeout(timer);
    timer = setTimeout(() => void again(), pauseMs);
  }
}

await (process.argv.includes('--watch') ? watchChecks() : check());
