create view driver_board as
select n.code as warehouse, n.vehicle_id, round(n.distance_km::numeric, 1) as km, ls.speed_kmh
from logic.vehicle_near_warehouse n
join logic.vehicle_last_seen ls using (vehicle_id)
where n.distance_km < 15;
create index driver_board_wh in cluster serving on driver_board (warehouse);
