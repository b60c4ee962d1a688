/** The sender of a tenant’s mail. */
export * from './machine.ts';
