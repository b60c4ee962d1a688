/** The panes of the area. */
export const numberPanes = {
  numbers: {
    title: 'Numbers',
    path: '/numbers/:id',
    permission: 'numbers.read',
  },
  number: {
    title: 'Number',
    path: '/number/:id',
    permission: 'numbers.read',
  },
} as const;
