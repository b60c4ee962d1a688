/** The panes of the area. */
export const schedulePanes = {
  schedule: { title: 'Schedule', permission: 'company.read' },
} as const;
