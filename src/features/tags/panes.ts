/** The panes of the area. */
export const tagPanes = {
  tags: {
    title: 'Tags',
    permission: 'numbers.read',
  },
  customFields: {
    title: 'Custom fields',
    path: '/custom-fields',
    permission: 'numbers.read',
  },
} as const;
