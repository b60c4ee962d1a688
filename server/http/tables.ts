/** Keys of requests that were done. */
import type { Born } from '../db/columns.ts';

export interface RequestKeyTables {
  request_keys: {
    company_id: number;
    user_id: number;
    call: string;
    key: string;
    digest: string;
    created_at: Born;
  };
}
