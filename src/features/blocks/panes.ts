/** The panes of the area. */
export const blockPanes = {
  blocks: {
    title: 'Blocked callers',
    permission: 'blocks.read',
  },
} as const;
