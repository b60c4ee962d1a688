/** Support tickets and their files. */
import type { Born, Default, Id, Maybe, MaybeInstant } from '../../db/columns.ts';

export interface SupportTables {
  support_tickets: {
    id: Id;
    company_id: number;
    user_id: Maybe<number>;
    client_key: string;
    message: string;
    callback_number: Maybe<string>;
    callback_requested: Default<boolean>;
    page_url: Maybe<string>;
    created_at: Born;
    mailed_at: MaybeInstant;
  };
  support_attachments: { company_id: number; ticket_id: number; file_id: number; position: number };
}
