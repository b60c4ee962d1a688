/** The panes of the area. */
export const portingPanes = {
  ports: { title: 'Port-in requests', permission: 'numbers.buy' },
  port: { title: 'Port-in request', path: '/port/:id', permission: 'numbers.buy' },
} as const;
