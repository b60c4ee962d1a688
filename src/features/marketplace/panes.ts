/** The pane of the area. */
export const marketplacePanes = {
  marketplace: { title: 'Marketplace', permission: 'numbers.read' },
} as const;
