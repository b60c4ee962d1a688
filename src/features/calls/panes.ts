/** The panes of the area. */
export const callPanes = {
  calls: {
    title: 'Calls',
    permission: 'activity.read',
  },
  call: {
    title: 'Call',
    path: '/call/:id',
    permission: 'activity.read',
  },
} as const;
