/** The panes of the area. */
export const contactPanes = {
  contacts: {
    title: 'Contacts',
    permission: 'contacts.read',
  },
  contact: {
    title: 'Contact',
    path: '/contact/:id',
    permission: 'contacts.read',
  },
} as const;
