/** Making and changing a greeting. */
export * from './machine.ts';
