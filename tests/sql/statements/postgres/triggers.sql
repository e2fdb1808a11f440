-- Triggers and policies.

--# kind: trigger
--# action: create
--# name: postgres.app."touch_user on users"
--# orders: postgres.app.users
CREATE TRIGGER touch_user BEFORE INSERT OR UPDATE OF email, name ON app.users
FOR EACH ROW WHEN (NEW.email IS DISTINCT FROM 'on ghost') EXECUTE FUNCTION app.touch();

--# kind: trigger
--# action: create
--# name: postgres.public."count_rows on Order Lines"
--# orders: postgres.public."Order Lines"
--# replaces: yes
CREATE OR REPLACE TRIGGER count_rows AFTER DELETE ON "Order Lines"
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE PROCEDURE app.count_rows('from', 'ghost');

--# kind: trigger
--# action: create
--# name: postgres.app."via_view on active_users"
--# orders: postgres.app.active_users
CREATE TRIGGER via_view INSTEAD OF INSERT ON app.active_users FOR EACH ROW EXECUTE FUNCTION app.insert_user();

--# kind: trigger
--# action: create
--# name: postgres.app."check_total on orders"
--# orders: postgres.app.orders
CREATE CONSTRAINT TRIGGER check_total AFTER INSERT ON app.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.check_total();

--# kind: trigger
--# action: rename
--# name: postgres.app."touch_user on users"
--# renamed_to: postgres.app."touch on users"
ALTER TRIGGER touch_user ON app.users RENAME TO touch;

--# kind: trigger
--# action: drop
--# name: postgres.app."touch on users"
DROP TRIGGER IF EXISTS touch ON app.users CASCADE;

--# kind: policy
--# action: create
--# name: postgres.app."own_rows on orders"
--# orders: postgres.app.orders
CREATE POLICY own_rows ON app.orders AS RESTRICTIVE FOR ALL TO app_user USING (tenant = current_setting('app.tenant')) WITH CHECK (total > 0);

--# kind: policy
--# action: create
--# name: postgres.public."members_only on docs"
--# reads: postgres.app.members, postgres.app.owners
--# orders: postgres.public.docs
CREATE POLICY members_only ON docs FOR SELECT
USING (group_id IN (SELECT m.group_id FROM app.members m WHERE m.user_name = current_user)
       OR EXISTS (SELECT 1 FROM app.owners o WHERE o.doc_id = docs.id));

--# kind: policy
--# action: alter
--# name: postgres.app."own_rows on orders"
--# reads: postgres.app.tenants
--# orders: postgres.app.orders
ALTER POLICY own_rows ON app.orders USING (tenant IN (SELECT name FROM app.tenants));

--# kind: policy
--# action: drop
--# name: postgres.app."own_rows on orders"
DROP POLICY own_rows ON app.orders;

-- Rules: the event stands where triggers have their table.
--# kind: rule
--# action: create
--# name: postgres.app."add_user on active_users"
--# reads: postgres.app.blocked, postgres.app.users
--# orders: postgres.app.active_users
CREATE RULE add_user AS ON INSERT TO app.active_users WHERE NEW.id NOT IN (SELECT id FROM app.blocked)
DO INSTEAD INSERT INTO app.users VALUES (NEW.id, NEW.email);

--# kind: rule
--# action: create
--# name: postgres.public."_RETURN on v"
--# reads: postgres.public.t
--# orders: postgres.public.v
--# replaces: yes
CREATE OR REPLACE RULE "_RETURN" AS ON SELECT TO v DO INSTEAD SELECT * FROM ONLY (t);

--# kind: rule
--# action: rename
--# name: postgres.public."r on v"
--# renamed_to: postgres.public."q on v"
ALTER RULE r ON v RENAME TO q;

--# kind: rule
--# action: drop
--# name: postgres.public."r on v"
DROP RULE r ON v CASCADE;
