/** Stages of the checks and tests: programs that are run, counted, and told in a line each. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatBold, formatDim, formatRed, formatSeconds, printLine } from './steps.ts';

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
/** A program of an installed package. */
export const getBinPath = (...path: string[]) => join(root, 'node_modules', ...path);

/** Counts of the tests, or checks, of a stage. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  /** The tests that failed, each by its title and the beginning of its message, where the runner says them. */
  readonly failures?: readonly string[];
}

/** Exit code of a program, and its output. */
interface Run {
  readonly code: number;
  readonly printed: string;
}

/** Runs a program of Node. `live` shows what it prints as it comes. */
export function run(
  args: readonly string[],
  { live = false, environment = {} }: { readonly live?: boolean; readonly environment?: Readonly<Record<string, string>> } = {},
) {
  return new Promise<Run>((done) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    });
    let printed = '';
    const keep = (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => done({ code: 1, printed: error.message }));
    child.once('close', (code) => done({ code: code ?? 1, printed }));
  });
}

/** Runs a stage and prints a line of it: what it printed itself only if it failed. */
export async function runStage(name: string, work: () => Promise<Count & { readonly printed?: string }>): Promise<Count> {
  const startedAt = performance.now();
  const { passed, failed, printed, failures } = await work().catch(
    (error: unknown): Awaited<ReturnType<typeof work>> => ({
      passed: 0,
      failed: 1,
      printed: error instanceof Error ? error.message : String(error),
    }),
  );
  const took = formatSeconds(performance.now() - startedAt);
  if (failed > 0 && printed) printLine(printed.trimEnd());
  printLine(`${failed > 0 ? formatRed('✗') : '✓'} ${formatBold(name.padEnd(12))} ${passed} passed, ${failed} failed ${formatDim(took)}`);
  return { passed, failed, failures: failed > 0 && !failures?.length ? [name] : (failures ?? []) };
}

/** A check that passes or fails as a whole. */
const runWhole = (name: string, args: readonly string[]) =>
  runStage(name, async () => {
    const { code, printed } = await run(args);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, printed };
  });

/** Runs the checks that need no database and no browser, side by side: a few seconds. */
export const runChecks = (): Promise<Count[]> =>
  Promise.all([
    runWhole('lint', [getBinPath('@biomejs', 'biome', 'bin', 'biome'), 'check', '.']),
    runWhole('layers', ['scripts/checkLayers.ts']),
    runWhole('react', ['scripts/checkReact.ts']),
    runWhole('types', [getBinPath('typescript', 'bin', 'tsc'), '--noEmit']),
    runWhole('words', ['scripts/checkWords.ts']),
    runWhole('docs', ['scripts/docs.ts', '--check']),
  ]);
