/** The last resort of a server's process: an exception that no handler caught ends it, and says why. */
import { writeSync } from 'node:fs';
import { maskError } from './http/logging.ts';

const stderrFd = 2;

/** Returns one line that names an error and the line of code that threw it, without phone numbers, addresses or tokens. */
export function describeCrash(error: unknown): string {
  const { type, message, stack } = maskError(error);
  const place = stack.split('\n')[0]?.trim() ?? '';
  return `${type}: ${message}${place === '' ? '' : ` ${place}`}`.replace(/\s+/g, ' ').slice(0, 500);
}

/**
 * Ends the process with code 1 at an uncaught exception or unhandled rejection, after its reason is on standard error and `onCrash` has it.
 * Its state is unknown from then on; jobs and messages resume from the database.
 */
export function exitOnCrash(onCrash: (reason: string) => void = () => {}): void {
  process.on('uncaughtException', (error, origin) => {
    const reason = describeCrash(error);
    try {
      writeSync(stderrFd, `Server stopped by ${origin === 'unhandledRejection' ? 'an unhandled rejection' : 'an uncaught exception'}: ${reason}\n`);
      onCrash(reason);
    } finally {
      process.exit(1);
    }
  });
}
