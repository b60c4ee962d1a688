/** The numbers of a company: the list, the query behind arguments of commands, and services. */

export { numbersQuery, useNumbers } from './data.ts';
export { numberPanes } from './panes.ts';
export { createNumberServices, listenToNumbers } from './services.ts';
