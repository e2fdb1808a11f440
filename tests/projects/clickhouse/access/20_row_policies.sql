-- Partners may only see the titles they licensed to us.
CREATE ROW POLICY IF NOT EXISTS partner_titles ON marts.title_daily
    FOR SELECT USING title_id IN (SELECT title_id FROM ref.titles WHERE licensor = currentUser()) AS RESTRICTIVE TO analyst;

CREATE ROW POLICY finance_sees_all ON marts.title_daily USING 1 TO finance;
