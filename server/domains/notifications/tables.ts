/** Channels a user muted, by number. */

export interface NotificationTables {
  notification_blocks: { company_id: number; user_id: number; number_id: number; channel_type: string };
}
