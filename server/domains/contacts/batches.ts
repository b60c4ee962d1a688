/** Work on many contacts, and taking it back: deleting them, and adding them to groups and labels or removing them. */
import * as z from 'zod/mini';
import type { BatchHandler } from '../../batches/batchHandler.ts';
import { deleteContacts, restoreContacts } from './commands.ts';
import { addMembers, removeMembers } from './memberships.ts';

/** Rows of one transaction where the work is one statement for all of them. */
const memberRows = 5_000;

const MemberParams = z.object({ id: z.number() });

/** A batch that adds contacts to a group or label, or removes them. Its undo knows which by what each row was: the id, and whether it was in it. */
function createMemberWork(kind: 'group' | 'label', isAdding: boolean): BatchHandler {
  const Before = z.object({ id: z.number() });
  const [forth, back] = isAdding ? [addMembers, removeMembers] : [removeMembers, addMembers];
  return {
    chunkRows: memberRows,
    run: async (rowIds, cause, params) => {
      const { id } = z.parse(MemberParams, params);
      return new Map((await forth(kind, id, rowIds, cause)).map((contactId) => [contactId, { id }]));
    },
    undo: async (rows, cause) => {
      const [first] = rows.values();
      if (first === undefined) return new Map();
      const { id } = z.parse(Before, first);
      return new Map((await back(kind, id, [...rows.keys()], cause)).map((contactId) => [contactId, { id }]));
    },
  };
}

/** Handlers of each type of batch over contacts. */
export const contactWorks = {
  'contacts.delete': {
    run: async (ids, cause) => new Map((await deleteContacts(ids, cause)).map((id) => [id, { deleted: false }])),
    undo: async (rows, cause) => new Map((await restoreContacts([...rows.keys()], cause)).map((id) => [id, { deleted: true }])),
  },
  'contacts.addToGroup': createMemberWork('group', true),
  'contacts.removeFromGroup': createMemberWork('group', false),
  'contacts.addLabel': createMemberWork('label', true),
  'contacts.removeLabel': createMemberWork('label', false),
} as const satisfies Readonly<Record<string, BatchHandler>>;
