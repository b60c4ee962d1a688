/** Checking a page for the script of dynamic numbers. */
export * from './machine.ts';
