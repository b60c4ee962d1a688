/** The numbers of a company: the list, the query behind arguments of commands, and services. */

export { numbersQuery } from './data.ts';
export { createNumberServices, listenToNumbers } from './services.ts';
