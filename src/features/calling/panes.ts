/** The panes of the area. */
export const callingPanes = {
  live: {
    title: 'Live calls',
    permission: 'activity.read',
  },
} as const;
