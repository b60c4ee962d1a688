/** The pane of the area; a template's own editor is the one of routings. */
export const templatePanes = {
  templates: { title: 'Number templates', permission: 'numbers.read' },
} as const;
