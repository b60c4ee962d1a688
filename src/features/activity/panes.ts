/** The panes of the area. */
export const activityPanes = {
  activity: {
    title: 'Activity',
    permission: 'activity.read',
  },
} as const;
