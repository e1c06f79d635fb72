"""Buys a ticket with a Python client that is made from a portal's description:

pip install openapi-python-client==0.29.1
openapi-python-client generate --url "$PORTAL/openapi.json" --meta none --output-path portal_client
PORTAL=… TOKEN=… python buy_a_ticket.py     (TOKEN: an access token; ../buy-a-ticket.mjs signs in)
"""

import base64
import json
import os
import secrets
import time

import httpx
from portal_client import AuthenticatedClient
from portal_client.api.event_payments import event_payments_open_payment_window
from portal_client.api.events import events_item, events_list
from portal_client.api.members import members_sign_in
from portal_client.api.orders import orders_prepare, orders_quote, orders_state
from portal_client.api.organisations import organisations_active_payment_configuration
from portal_client.api.tickets import tickets_item
from portal_client.models import (
    EventPaymentsOpenPaymentWindowBody,
    EventSelection,
    OrdersPrepareBody,
    OrdersQuoteBody,
    OrderStatus,
    Problem,
    TrueOrFalse,
)

portal = os.environ["PORTAL"]
client = AuthenticatedClient(base_url=portal, token=os.environ["TOKEN"])


def answered(answer):
    if answer is None or isinstance(answer, Problem):
        raise SystemExit(f"Refused: {answer}")
    return answer


member = answered(members_sign_in.sync(client=client)).member
first = answered(events_list.sync(client=client, fits=TrueOrFalse.TRUE, limit=1))[0]
event = answered(events_item.sync(first.id, client=client))
line = EventSelection(member_id=member.id, event_id=event.id, category=event.categories[0].category)
total = answered(orders_quote.sync(client=client, body=OrdersQuoteBody(lines=[line]))).total

selection = {
    "lines": [line.to_dict()],
    "gdprAgreement": True,
    "billing": {
        "name": f"{member.first_name} {member.last_name}",
        "email": member.email,
        "phone": member.phone,
        "addressLine1": "Algade 1",
        "addressLine2": "",
        "addressLine3": "",
        "postCode": "4000",
        "city": "Roskilde",
        "country": "Denmark",
    },
}
prepared = OrdersPrepareBody(
    token=secrets.token_hex(20), membership_data=base64.b64encode(json.dumps(selection).encode()).decode()
)
order = answered(orders_prepare.sync(client=client, body=prepared))
payment = answered(organisations_active_payment_configuration.sync(event.org_id, "freepay", client=client))
window = answered(
    event_payments_open_payment_window.sync(
        client=client,
        event_id=event.id,
        freepayauthtoken=payment.client_secret,
        body=EventPaymentsOpenPaymentWindowBody(
            amount=total.minor,
            currency=total.currency,
            customer_accept_url=f"{portal}/ui/{event.org_key}/events/{event.id}/confirm?izytoken={order.token}",
        ),
    )
)
# What a member does in a browser at the simulated gateway.
card = {"cardNumber": "4100 0000 0000 0000", "expiry": "12/39", "cvc": "123"}
httpx.get(httpx.post(window.payment_window_link, data=card).headers["location"])

for _ in range(30):
    state = answered(orders_state.sync(order.token, client=client))
    if state.status == OrderStatus.PAID:
        ticket = answered(tickets_item.sync(state.own.lines[0].event.entry_id, client=client))
        print(f"Ticket {ticket.number} for {ticket.member_name}")
        break
    time.sleep(1)
else:
    raise SystemExit("The payment is not confirmed yet")
