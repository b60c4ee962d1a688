/** The panes of the area. */
export const greetingPanes = {
  greetings: { title: 'Greetings', permission: 'numbers.read' },
} as const;
