/** The panes of the area. */
export const purchasePanes = {
  purchase: {
    title: 'Buy numbers',
    path: '/buy',
    permission: 'numbers.buy',
  },
} as const;
