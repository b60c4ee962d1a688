/** The panes of the area. */
export const companyPanes = {
  companies: {
    title: 'Companies',
  },
} as const;
