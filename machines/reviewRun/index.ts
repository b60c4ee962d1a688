/** Reviewing calls one after the other. */
export * from './machine.ts';
