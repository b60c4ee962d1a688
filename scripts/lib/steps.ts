/** Output of a script to the person who started it: steps with their times, and one progress bar. */
const isTerminal = process.stdout.isTTY === true;
const paint = (code: number, text: string) => (isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text);
export const formatDim = (text: string) => paint(2, text);
export const formatBold = (text: string) => paint(1, text);
export const formatRed = (text: string) => paint(31, text);

/** A line of words. */
export const printLine = (text = '') => process.stdout.write(`${text}\n`);

/** Milliseconds as a person reads them. */
export const formatSeconds = (ms: number) => `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;

const labelWidth = 44;

/** Does a step and says how long it took. The words may depend on what came of it; null says nothing. */
export async function runStep<T>(label: string | ((result: T) => string | null), work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const words = typeof label === 'string' ? label : label(result);
  if (words !== null) printLine(`  ${words.padEnd(labelWidth)} ${formatDim(formatSeconds(performance.now() - startedAt))}`);
  return result;
}

const barWidth = 28;

/** A bar that fills, on one line of a terminal; elsewhere a line each quarter. */
export function createProgressBar(): { show(done: number, label: string): void; end(): void } {
  let shown = -1;
  return {
    show(done, label) {
      const percent = Math.floor(done * 100);
      if (isTerminal) {
        const filled = Math.round(done * barWidth);
        process.stdout.write(
          `\r  ${'█'.repeat(filled)}${formatDim('░'.repeat(barWidth - filled))} ${String(percent).padStart(3)} % ${label.padEnd(30).slice(0, 30)}`,
        );
      } else if (Math.floor(percent / 25) > Math.floor(shown / 25)) printLine(`  ${String(percent).padStart(3)} %  ${label}`);
      shown = percent;
    },
    end() {
      if (isTerminal && shown >= 0) process.stdout.write(`\r${' '.repeat(barWidth + 48)}\r`);
    },
  };
}
