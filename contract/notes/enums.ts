/** Enumerations of notes. */

/** Kinds of rows that a note can be on: `call` is the spec's, the others are told as they were sent (AMB-99). Anything else is refused: no row would say who may read the note. */
export const noteModels = ['call', 'conversation', 'contact', 'number', 'message', 'voicemail', 'fax'] as const;
