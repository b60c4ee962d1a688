/** The panes of the area. */
export const logPanes = {
  log: {
    title: 'Command log',
  },
} as const;
