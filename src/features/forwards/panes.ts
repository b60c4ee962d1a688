/** The pane of the area. */
export const forwardPanes = {
  forwards: { title: 'Forwards', permission: 'numbers.read' },
} as const;
