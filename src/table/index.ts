export * from './columns.ts';
export * from './controller.ts';
export * from './FilterBar.tsx';
export * from './SelectionBar.tsx';
export { Table } from './Table.tsx';
export * from './types.ts';
