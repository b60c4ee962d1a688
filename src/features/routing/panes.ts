/** The panes of the area. */
export const routingPanes = {
  routing: {
    title: 'Routing',
    path: '/routing/:id',
    permission: 'numbers.read',
  },
  simulator: {
    title: 'Routing simulator',
    path: '/simulator/:id',
    permission: 'numbers.read',
  },
  template: {
    title: 'Number template',
    path: '/templates/:id',
    permission: 'numbers.read',
  },
} as const;
