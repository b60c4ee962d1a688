/** The panes of the area. */
export const noticePanes = {
  notices: {
    title: 'Notices',
  },
} as const;
