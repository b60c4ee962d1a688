/** Calls: the search, the open call, what a person says of one. */

import type { Call, TranscriptSegment } from '#contract/calls/entities.ts';
import type { CallQualification, callDepartments, callOutcomes } from '#contract/calls/enums.ts';
import type { Note } from '#contract/notes/entities.ts';
import type { Tag } from '#contract/tags/entities.ts';
import type { CallQuery } from '#contract/text/callQuery.ts';
import type { UserEvent as ReviewRunEvent } from '#machines/reviewRun/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** State of the open call that commands see beside the call itself. */
interface CallView {
  /** Null until they are read, and where they could not be. */
  readonly notes: readonly Note[] | null;
  /** Of its transcript; none where it has none. */
  readonly segments: readonly TranscriptSegment[];
  /** The segment one is at in the transcript. */
  readonly segment: TranscriptSegment | null;
}

/** Marks a user gives a call; null removes a qualification, value, department or outcome. */
export interface CallMarks {
  readonly isLead?: boolean | undefined;
  readonly isAppointment?: boolean | undefined;
  readonly qualification?: CallQualification | null | undefined;
  readonly value?: number | null | undefined;
  readonly department?: (typeof callDepartments)[number] | null | undefined;
  readonly outcome?: (typeof callOutcomes)[number] | null | undefined;
}

/** Calls, for commands. */
export interface CallServices {
  /** Shows what a search finds, and opens the list. */
  search(query: CallQuery): void;
  /** Changes the search shown, and opens the list; undefined takes a criterion away. */
  narrow(changes: { readonly [K in keyof CallQuery]?: CallQuery[K] | undefined }): Promise<void>;
  /** The search shown now. */
  shown(): Promise<CallQuery>;
  /** Opens a call; `beside` in a pane of its own. */
  open(id: number, where?: 'here' | 'beside'): void;
  /** Shown at once, and put back when it is refused. */
  mark(call: Pick<Call, 'id' | 'ascOptions' | 'qualification' | 'value' | 'department' | 'outcome'>, marks: CallMarks): CommandOutcomePromise;
  /** Gives the call that is reviewed an outcome, and goes on to the next; nothing has changed where that was refused, which the review itself says. */
  judge(outcome: (typeof callOutcomes)[number]): CommandOutcomePromise;
  /** Ends the review with its summary; undo takes all of its outcomes back as one. */
  finishReview(): CommandOutcomePromise;
  /** Gives calls a tag of their own or takes it off; those that ring are calls like the others. */
  tag(ids: readonly number[], tag: Pick<Tag, 'id' | 'name'>, isOn: boolean): CommandOutcomePromise;
  addNote(call: Pick<Call, 'id'>, body: string): CommandOutcomePromise;
  editNote(note: Note, body: string): CommandOutcomePromise;
  deleteNote(note: Note): CommandOutcomePromise;
  moveInTranscript(to: 'next' | 'previous'): void;
  /** Plays from the segment one is at. */
  playSegment(): void;
  /** Asks for words to find in the transcript. */
  find(): void;
}

/** Types the area adds to those shared by all commands. */
export interface CallsTypes {
  readonly rows: { readonly call: Call };
  readonly scopes: 'calls' | 'call' | 'review';
  readonly panes: 'calls' | 'call';
  readonly services: { readonly calls: CallServices };
  readonly flows: { readonly reviewRun: ReviewRunEvent };
  readonly handles: {
    /** The open call's transcript. */
    readonly call: Pick<CallServices, 'moveInTranscript' | 'playSegment' | 'find'>;
  };
  readonly context: {
    /** Notes on the open call, and the position in its transcript where a note is. */
    readonly callView: CallView | null;
  };
}
