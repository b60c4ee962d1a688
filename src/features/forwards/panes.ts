/** The pane of the area. */
export const forwardPanes = {
  forwards: { title: 'Destinations', permission: 'numbers.read' },
} as const;
