/** The fax vendor's reasons in words a person can act on (Telnyx's public list of fax errors, 2026), and our own. */
const texts: Readonly<Record<string, string>> = {
  user_busy: 'The line was busy. Try again later.',
  receiver_no_answer: 'No answer. Try again later.',
  receiver_no_response: 'The other fax machine did not respond. Try again later.',
  receiver_decline: 'The other side rejected the call',
  receiver_unallocated_number: 'This number is not in service',
  receiver_invalid_number_format: 'This number can’t receive faxes',
  receiver_incompatible_destination: 'No fax machine at this number',
  fax_initial_communication_timeout: 'No fax machine answered at this number',
  fax_signaling_error: 'The fax machines could not agree on a format. Try again.',
  receiver_communication_error: 'The connection to the other fax machine failed. Try again.',
  invalid_ecm_response_from_receiver: 'The other fax machine sent an unreadable answer. Try again.',
  receiver_call_dropped: 'The other fax machine hung up before the end. Some pages may have arrived.',
  sender_call_dropped: 'The connection broke before the end. Some pages may have arrived.',
  receiver_recovery_on_timer_expire: 'The call did not connect in time. Try again later.',
  destination_unreachable: 'This number can’t be reached',
  destination_invalid: 'This number can’t receive faxes',
  destination_not_in_countries_whitelist: 'The fax vendor does not allow this account to fax this destination',
  destination_not_in_service_plan: 'The fax vendor does not allow this account to fax this destination',
  service_unavailable: 'The fax vendor is unavailable. Try again later.',
  carrier_lost: 'The fax vendor lost the call. Try again.',
  file_download_failed: 'The fax vendor couldn’t download the document',
  file_format_invalid: 'The fax vendor couldn’t read the document',
  file_size_limit_exceeded: 'The document is too large for the fax vendor',
  page_count_limit_exceeded: 'The document has too many pages for the fax vendor',
  media_processing_exception: 'The fax vendor couldn’t convert the document',
  'account-off': 'The company was suspended or closed. Nothing was sent.',
  'number-off': 'The sending number can no longer fax',
  'fax-off': 'Fax is no longer configured',
  'carrier-away': 'The fax vendor couldn’t be reached, so the fax was not sent',
};

/** The words for a reason; one without words is named as it is. */
export function formatFaxError(code: string): string {
  return texts[code] ?? `Unknown error from the fax vendor: ${code}`;
}
